"""needed.py BUILD - each test says what of the build it needs, so that `meson test NAME` builds that first, in a build that is old or not whole: a file
of a target, by its path in the test's command or environment, is of a target that the test depends on, or one of run-needs (meson.build)."""
import json, os, re, subprocess, sys

build = sys.argv[1]
read = lambda what: json.load(open(build + "/meson-info/intro-" + what + ".json"))
made = {file: target["id"] for target in read("targets") for file in target["filename"]}
common = {os.path.join(build, file) for file in subprocess.check_output(["ninja", "-C", build, "-t", "inputs", "run-needs"], universal_newlines=True).split()}
tests = read("tests")
lacking = 0
for test in tests:
    for word in test["cmd"] + list(test["env"].values()):
        for file in re.split("[ :;,=]", word):
            if file in made and made[file] not in test["depends"] and not (file in common and made[build + "/run-needs"] in test["depends"]):
                print("%s: 'depends' lacks what makes %s" % (test["name"], file))
                lacking += 1
sys.exit(lacking > 0 or not common or not tests)
