/* test_names.c - names and addresses of the machine's nodes, through libc's calls. */
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "machines.h"
#include "task.h"
#include "tasks.h"

static int on_three_nodes(void **state)
{
    struct loop_settings s = loop_defaults();
    s.nodes = 3;
    loop_configure(&s);
    assert_int_equal(pvm_mytid(), LOOP_FIRST_TID);
    return 0;
}

static int back(void **state)
{
    unsetenv("LOOP_NODE");
    return alone_teardown(state);
}

static const char *text_of(const void *address)
{
    static char text[INET_ADDRSTRLEN];
    return inet_ntop(AF_INET, address, text, sizeof text);
}

static const struct {
    const char *name, *address;
} nodes[] = {{"loop0", "127.1.0.1"}, {"loop1", "127.1.0.2"}, {"loop2", "127.1.0.3"}};

static void check_host(const struct hostent *h, int node)
{
    assert_non_null(h);
    assert_string_equal(h->h_name, nodes[node].name);
    assert_null(h->h_aliases[0]);
    assert_int_equal(h->h_addrtype, AF_INET);
    assert_int_equal(h->h_length, 4);
    assert_string_equal(text_of(h->h_addr_list[0]), nodes[node].address);
    assert_null(h->h_addr_list[1]);
}

TEST_WITH(there_and_back, on_three_nodes, back)
{
    for (int i = 0; i < 3; i++) {
        struct in_addr a;
        struct hostent room, *h;
        char bytes[400];
        int error;
        check_host(gethostbyname(nodes[i].name), i);
        inet_pton(AF_INET, nodes[i].address, &a);
        check_host(gethostbyaddr(&a, sizeof a, AF_INET), i);
        assert_int_equal(gethostbyname_r(nodes[i].name, &room, bytes + 1, sizeof bytes - 1, &h, &error), 0);
        check_host(h, i);
        assert_int_equal(gethostbyaddr_r(&a, sizeof a, AF_INET, &room, bytes + 3, sizeof bytes - 3, &h, &error), 0);
        check_host(h, i);
        assert_int_equal(gethostbyname_r(nodes[i].name, &room, bytes, 20, &h, &error), ERANGE);
        assert_null(h);
    }
}

TEST_WITH(newer_form, on_three_nodes, back)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_CANONNAME}, *list;
    char host[64], service[16];
    for (int i = 0; i < 3; i++) {
        assert_int_equal(getaddrinfo(nodes[i].name, "4711", &hints, &list), 0);
        const struct sockaddr_in *in = (const void *)list->ai_addr;
        assert_int_equal(in->sin_family, AF_INET);
        assert_int_equal(ntohs(in->sin_port), 4711);
        assert_string_equal(text_of(&in->sin_addr), nodes[i].address);
        assert_string_equal(list->ai_canonname, nodes[i].name);
        assert_null(list->ai_next);
        assert_int_equal(
            getnameinfo(list->ai_addr, list->ai_addrlen, host, sizeof host, service, sizeof service, NI_NUMERICSERV),
            0);
        assert_string_equal(host, nodes[i].name);
        assert_string_equal(service, "4711");
        assert_int_equal(getnameinfo(list->ai_addr, list->ai_addrlen, host, sizeof host, NULL, 0, NI_NUMERICHOST), 0);
        assert_string_equal(host, nodes[i].address);
        assert_int_equal(getnameinfo(list->ai_addr, list->ai_addrlen, host, 5, NULL, 0, 0), EAI_OVERFLOW);
        freeaddrinfo(list);
    }
    hints.ai_flags = AI_NUMERICHOST;
    assert_int_equal(getaddrinfo("loop0", NULL, &hints, &list), EAI_NONAME);
}

/* A task looks up its own name, as a server does to learn its address. */
TEST_WITH(own_name, on_three_nodes, back)
{
    char name[64];
    struct utsname u;
    assert_int_equal(gethostname(name, sizeof name), 0);
    assert_string_equal(name, "loop0");
    assert_int_equal(uname(&u), 0);
    assert_string_equal(u.nodename, "loop0");
    check_host(gethostbyname(name), 0);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in in = {.sin_family = AF_INET};
    memcpy(&in.sin_addr, gethostbyname(name)->h_addr_list[0], 4);
    assert_int_equal(bind(s, (struct sockaddr *)&in, sizeof in), 0);
    close(s);
}

/* What is no name of a node, or no address of one, in each form. */
static void check_other_forms(void)
{
    struct in_addr own = {htonl(0x7f000001)}, node = {htonl(0x7f010001)};
    struct in6_addr six = IN6ADDR_LOOPBACK_INIT;
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(4711), .sin_addr = node};
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6, .sin6_addr = six};
    struct addrinfo *list;
    struct hostent room, *h;
    struct utsname u;
    char bytes[1024], host[64], service[16], real[64];
    int error;
    assert_null(gethostbyname(""));
    assert_int_equal(gethostbyname_r("localhost", &room, bytes, sizeof bytes, &h, &error), 0);
    assert_string_equal(text_of(h->h_addr_list[0]), "127.0.0.1");
    assert_int_equal(gethostbyaddr_r(&own, sizeof own, AF_INET, &room, bytes, sizeof bytes, &h, &error), 0);
    assert_non_null(h);
    assert_string_not_equal(h->h_name, "loop0");
    assert_null(gethostbyaddr(&node, 2, AF_INET)); /* too short for an address */
    h = gethostbyaddr(&six, sizeof six, AF_INET6);
    assert_true(h == NULL || h->h_addrtype == AF_INET6);
    assert_int_equal(getaddrinfo(NULL, "4711", NULL, &list), 0);
    freeaddrinfo(list);
    assert_int_equal(getaddrinfo("::1", "4711", NULL, &list), 0);
    assert_int_equal(list->ai_family, AF_INET6);
    freeaddrinfo(list);
    assert_int_equal(getaddrinfo("loop1", "no such service", NULL, &list), EAI_SERVICE);
    assert_int_equal(getaddrinfo("loop1", "4711", NULL, &list), 0); /* without hints: no canonical name */
    assert_null(list->ai_canonname);
    freeaddrinfo(list);
    const struct sockaddr *a = (const void *)&in;
    assert_int_equal(getnameinfo(a, sizeof in, NULL, 0, service, sizeof service, NI_NUMERICSERV), 0);
    assert_string_equal(service, "4711");
    assert_int_equal(getnameinfo(a, sizeof in, host, sizeof host, NULL, 0, 0), 0);
    assert_string_equal(host, "loop0");
    assert_int_equal(getnameinfo(a, sizeof in, host, 6, NULL, 0, 0), 0); /* it just fits */
    assert_int_not_equal(getnameinfo(a, 4, host, sizeof host, NULL, 0, 0), 0);
    assert_int_equal(getnameinfo(a, sizeof in, host, sizeof host, service, 2, NI_NUMERICSERV), EAI_OVERFLOW);
    assert_int_equal(getnameinfo((const void *)&in6, sizeof in6, host, sizeof host, NULL, 0, NI_NUMERICHOST), 0);
    assert_string_equal(host, "::1");
    assert_int_equal(gethostname(real, 6), 0); /* "loop0" and its end */
    assert_int_equal(uname(&u), 0);
    assert_string_equal(u.sysname, "Linux");
}

/* All other names go to libc, and so do all names of a process that is no task. */
TEST_WITH(others, on_three_nodes, back)
{
    struct in_addr a = {htonl(0x7f0100ff)};
    struct hostent *h;
    assert_null(gethostbyname("loop3"));
    assert_null(gethostbyaddr(&a, sizeof a, AF_INET)); /* 127.1.0.255: there is no such node */
    h = gethostbyname("127.1.0.1");
    assert_non_null(h);
    assert_string_equal(h->h_name, "127.1.0.1");
    h = gethostbyname("localhost");
    assert_non_null(h);
    assert_string_equal(text_of(h->h_addr_list[0]), "127.0.0.1");
    check_other_forms();
    pvm_exit();
    assert_null(gethostbyname("loop1"));
}

/* The nodes of a machine in real time are real computers, of which libc knows. */
TEST_WITH(on_real_computers, on_three_nodes, back)
{
    char name[64];
    struct utsname u;
    pvmi_self()->who.real_time = MACH_TIME_REAL;
    assert_int_equal(uname(&u), 0);
    assert_string_not_equal(u.nodename, "loop0");
    assert_int_equal(gethostname(name, sizeof name), 0);
    assert_string_equal(name, u.nodename);
    assert_null(gethostbyname("loop1"));
}

/* Before its first PVM call, a process has the name that the one who started it has set. */
TEST_WITH(before_the_first_call, on_three_nodes, back)
{
    char name[64], real[64];
    FILE *f = fopen("/proc/sys/kernel/hostname", "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%63s", real), 1);
    fclose(f);
    loop_reset();
    assert_int_equal(gethostname(name, sizeof name), 0);
    assert_string_equal(name, real);
    setenv("LOOP_NODE", "1 loop1", 1); /* the machine says what is right: here it is not what the call answers later */
    assert_int_equal(gethostname(name, sizeof name), 0);
    assert_string_equal(name, "loop1");
    struct hostent *h = gethostbyname("loop1");
    check_host(h, 1);
    check_host(gethostbyaddr(h->h_addr_list[0], sizeof(struct in_addr), AF_INET), 1);
    assert_null(gethostbyname("loop0")); /* who is no task yet knows no other */
    struct in_addr another = {htonl(0x7f010009)};
    assert_null(gethostbyaddr(&another, sizeof another, AF_INET));
    setenv("LOOP_NODE", "loop0", 1); /* no number */
    assert_int_equal(gethostname(name, sizeof name), 0);
    assert_string_equal(name, real);
    setenv("LOOP_NODE", "0 loop0", 1);
    assert_int_equal(pvm_mytid(), LOOP_FIRST_TID);
    assert_int_equal(gethostname(name, sizeof name), 0);
    assert_string_equal(name, "loop0");
    assert_int_equal(gethostname(name, 3), -1);
    assert_int_equal(errno, ENAMETOOLONG);
}

TEST_MAIN
