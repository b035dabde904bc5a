/* version_part.c - a library that a user has made: which version it is. */
int version_of_part(void);

int version_of_part(void)
{
    return VERSION;
}
