"""Runs the named scripts, each with its own environment, in a copy of a process that has loaded the client already."""

import json
import os
import runpy
import sys

import linode_api4  # noqa: F401
import polling  # noqa: F401

for script, environment in json.loads(sys.argv[1]).items():
    child = os.fork()
    if child == 0:
        os.environ.update(environment)
        runpy.run_path(f"{script}.py", run_name=script)
        sys.exit()
    _, status = os.waitpid(child, 0)
    if status != 0:
        sys.exit(f"{script}.py failed")
