import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";
import { Site } from "./site";

const config = new pulumi.Config();
const rootPass = config.requireSecret("rootPass");

const zone = new compute.Domain("zone", {
  domain: "component-example.com",
  type: "master",
  soaEmail: "admin@component-example.com",
});

const blog = new Site("blog", { zone, hostName: "blog", rootPass });

const shop = new Site(
  "shop",
  {
    zone,
    hostName: "shop",
    type: "g6-standard-1",
    rootPass,
    // Its disk holds the orders, so a newer image in the component must not replace the instance.
    instanceOptions: { ignoreChanges: ["image"] },
  },
  { protect: config.getBoolean("protectShop") ?? false },
);

export const urls = [blog.url, shop.url];
