"""Account, users, events, profile, SSH keys."""

from linode_api4.objects import Event, SSHKey, User
from linode_api4.objects.filtering import order_by

from support import REGION, TYPE, check, client

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHvOIWEg6ZYUYrAmzRoyYzNCmqCq0EhFpMGBdYyZ8hNq me@example.org"


@check
def the_account_is_shown():
    account = client.account()
    assert account.email == "admin@example.com" and "Linodes" in account.capabilities
    assert client.account.settings().network_helper
    assert [user.username for user in client.account.users()] == ["admin"]


@check
def events_are_found():
    instance = client.linode.instance_create(TYPE, REGION, label="watched")
    client.domains.create("example.org", soa_email="admin@example.org")
    latest, first = client.account.events(order_by(Event.id, desc=True))
    assert latest.action == "domain_create" and latest.domain.domain == "example.org"
    assert first.action == "linode_create" and first.linode.label == "watched" and first.username == "admin"
    assert client.account.events(Event.action == "linode_create").only().entity.id == instance.id


@check
def the_profile_is_that_of_the_token():
    profile = client.profile()
    assert profile.username == "admin" and not profile.restricted and profile.grants is None


@check
def ssh_keys_live_from_creation_to_deletion():
    key = client.profile.ssh_key_upload(KEY, "laptop")
    assert client.profile.ssh_keys(SSHKey.label == "laptop").only().ssh_key == KEY
    assert [user.ssh_keys for user in client.account.users(User.username == "admin")] == [["laptop"]]
    assert key.delete() and len(client.profile.ssh_keys()) == 0
