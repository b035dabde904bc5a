"""needed.py BUILD - each test says what of the build it needs, so that `meson test NAME` builds that first, in a build that is old or not whole: a file
of a target, by its path in the test's command or environment, is of a target that the test depends on."""
import json, re, sys

read = lambda what: json.load(open(sys.argv[1] + "/meson-info/intro-" + what + ".json"))
made = {file: target["id"] for target in read("targets") for file in target["filename"]}
tests = read("tests")
lacking = 0
for test in tests:
    for word in test["cmd"] + list(test["env"].values()):
        for file in re.split("[ :;,=]", word):
            if file in made and made[file] not in test["depends"]:
                print("%s: 'depends' lacks what makes %s" % (test["name"], file))
                lacking += 1
sys.exit(lacking > 0 or not tests)
