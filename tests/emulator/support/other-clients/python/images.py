"""Images: the public ones, capture, upload."""

import gzip
import io

from linode_api4.objects import Image

from support import REGION, check, client, eventually, idle, is_gone, new_instance, refused


def is_available(image):
    return client.load(Image, image.id).status == "available"


@check
def the_public_images_are_listed():
    debian = client.images(Image.vendor == "Debian", Image.is_public == True)
    assert [image.id for image in debian] == ["linode/debian9", "linode/debian10", "linode/debian11"]
    assert client.load(Image, "linode/debian11").eol.year == 2026
    with refused(403, "Unauthorized"):
        debian[0].delete()


@check
def an_image_is_captured_changed_and_deleted():
    instance = new_instance()
    image = client.images.create(instance.disks[0], label="golden", description="the best")
    assert image.status == "creating" and not image.is_public
    eventually(lambda: is_available(image))
    image.label = "silver"
    assert image.save()
    assert client.images(Image.label == "silver").only().description == "the best"
    assert image.delete() and is_gone(Image, image.id)


@check
def an_image_is_uploaded_and_deployed():
    image = client.images.upload("mine", REGION, io.BytesIO(gzip.compress(bytes(2 * 1024 * 1024))))
    eventually(lambda: is_available(image))
    assert client.load(Image, image.id).size == 2
    instance = client.linode.instance_create("g6-nanode-1", REGION, image, root_pass="correct horse")
    assert idle(instance).image.id == image.id


@check
def an_upload_is_announced():
    image, address = client.images.create_upload("later", REGION, description="to come")
    assert image.status == "pending_upload" and address.startswith("http://127.0.0.1:")
