"""Shared by the scripts: the client, ways to wait, and the names of the checks."""

import os
from contextlib import contextmanager

import polling
from linode_api4 import ApiError, LinodeClient
from linode_api4.objects import Instance

client = LinodeClient(os.environ["EMULATOR_TOKEN"], base_url=os.environ["EMULATOR_URL"])

REGION = "us-east"
TYPE = "g6-nanode-1"
IMAGE = "linode/debian11"
PASSWORD = "correct horse"

# In seconds. The emulator uses the real clock, but is much faster than the service.
TIMEOUT = 60
INTERVAL = 0.05


def check(test):
    """Runs a check at once, and prints its script and name if it passes."""
    test()
    print(f"{test.__module__}.{test.__name__}", flush=True)
    return test


def eventually(condition):
    """Waits until the condition holds."""
    polling.poll(condition, step=INTERVAL, timeout=TIMEOUT)


def finished(entity_type, entity_id, action, begin):
    """Starts a long-running operation, and returns its final event."""
    poller = client.polling.event_poller_create(entity_type, action, entity_id=entity_id)
    begin()
    return poller.wait_for_next_event_finished(timeout=TIMEOUT, interval=INTERVAL)


def idle(instance):
    """Waits until an instance is not busy, and reads it again."""
    client.polling.wait_for_entity_free("linode", instance.id, timeout=TIMEOUT, interval=INTERVAL)
    return client.load(Instance, instance.id)


def new_instance(**fields):
    """An instance from an image, after its creation."""
    return idle(client.linode.instance_create(TYPE, REGION, IMAGE, root_pass=PASSWORD, **fields))


def is_gone(kind, object_id):
    """Whether nothing with this id exists."""
    try:
        client.load(kind, object_id)
    except ApiError as error:
        return error.status == 404
    return False


@contextmanager
def refused(status, reason):
    """Expects the API to reject the calls inside, with a reason that contains this text."""
    try:
        yield
    except ApiError as error:
        assert error.status == status and reason in str(error), error
    else:
        raise AssertionError(f"not refused: {reason}")
