"""Regions, types, StackScripts."""

from linode_api4.objects import Region, StackScript, Type

from support import IMAGE, PASSWORD, REGION, TYPE, check, client, idle, refused


@check
def regions_are_listed():
    regions = client.regions()
    assert REGION in [region.id for region in regions]
    region = client.load(Region, REGION)
    assert region.country == "us" and "Linodes" in region.capabilities and region.resolvers.ipv4


@check
def types_are_listed():
    assert [plan.id for plan in client.linode.types(Type.type_class == "nanode")] == [TYPE]
    assert client.load(Type, TYPE).price.monthly == 5


@check
def a_stackscript_is_created_and_changed():
    script = client.linode.stackscript_create("hello", "#!/bin/sh\necho hello\n", [IMAGE], desc="says hello")
    assert script.mine and [image.id for image in script.images] == [IMAGE]
    script.rev_note = "second"
    assert script.save()
    assert client.linode.stackscripts(StackScript.label == "hello", mine_only=True).only().rev_note == "second"


@check
def a_stackscript_is_deployed():
    script = client.load(StackScript, 9001)
    assert [field.name for field in script.user_defined_fields] == ["site_name", "greeting"]
    order = {"stackscript": script, "root_pass": PASSWORD}
    with refused(400, "stackscript_data"):
        client.linode.instance_create(TYPE, REGION, IMAGE, **order)
    data = {"site_name": "www.example.org"}
    assert idle(client.linode.instance_create(TYPE, REGION, IMAGE, stackscript_data=data, **order)).status == "running"
