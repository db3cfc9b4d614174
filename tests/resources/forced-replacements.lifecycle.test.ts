import type { Values } from "../../provider/definition/values";
import { firstLives, specimenOf } from "../kinds";
import { deployed, Deployment } from "../support/deployment";
import type { ResourceOptions } from "../support/deployment";
import { hostFrontEnd } from "../support/host-front-end";
import { nativeFrontEnd } from "../support/native-front-end";
import { aZone, DEPLOYED, listed } from "../support/programs";
import { useService } from "../support/service";

describe.each([
  ["dynamic", hostFrontEnd],
  ["native", nativeFrontEnd],
] as const)("with %s resources", (front, startFrontEnd) => {
  const service = useService({}, startFrontEnd);
  const isNative = front === "native";
  // The protocol does not pass on retainOnDelete.
  const unless = isNative ? ", unless `retainOnDelete` was set before this update" : "";

  const warningsOf = async (preview: () => Promise<unknown>): Promise<readonly string[]> => {
    service.said.length = 0;
    await preview();
    return service.warnings();
  };

  describe.each(firstLives)("a replacement of $title", ({ kind, needs, args, changes }) => {
    const { lost } = specimenOf(kind);
    const expected = lost === undefined ? [] : [expect.stringMatching(new RegExp(` loses ${lost}${unless}\\.$`))];

    /** The preview of a replacement, as the engine asks for it: with or without a diff. */
    const previewOf = async (deployment: Deployment, all: Values, options: ResourceOptions & { diffs: boolean }) => {
      const { diffs, ...given } = options;
      const handlers = deployment.process();
      const { inputs } = deployment.recorded();
      if (diffs) await deployment.preview(all, given, handlers);
      else await deployment.check(handlers, inputs, deployment.inputsFrom(all, { isPreview: true, ...given }));
      await deployment.previewNew(all, given, handlers);
    };

    test("is previewed with what is lost, whatever forces it, unless the old one is retained", async () => {
      const { deployment, args: all } = await deployed(service, kind, args, needs);
      const changed = { ...all, ...changes };
      const byOption = { diffs: true, replaceOnChanges: Object.keys(changes) };
      expect(await warningsOf(() => previewOf(deployment, changed, byOption))).toEqual(expected);
      const byTrigger = { diffs: false, deletesFirst: true } as const;
      const ofTrigger = await warningsOf(() => previewOf(deployment, all, byTrigger));
      expect(ofTrigger.filter((warning) => warning.startsWith("Replacing"))).toEqual(expected);
      if (isNative) return;
      const retained = { ...byOption, retains: true } as const;
      const added = await warningsOf(() => previewOf(deployment, changed, retained));
      expect(added.join()).toMatch(lost === undefined ? /^$/ : /unless `retainOnDelete` was set before/);
      await deployment.up(all, { retains: true });
      expect(await warningsOf(() => previewOf(deployment, changed, retained))).toEqual([]);
    });
  });

  test("is previewed with a failure that holds unless the old one is deleted first, with what that loses", async () => {
    const { deployment, args } = await deployed(service, "Instance", DEPLOYED);
    const { id } = deployment.recorded();
    const replaced = `this update replaces instance ${id} and deletes it first \\(\`deleteBeforeReplace\`\\)`;
    const fails = `\`pulumi up\` will fail: Instance ${id} \\(owner unknown\\) already has label `;
    const hedged = new RegExp(`^If ${replaced}, that loses ${specimenOf("Instance").lost}\\. If not, ${fails}`);
    const deletesFirst = { deletesFirst: true } as const;
    const warned = (options: ResourceOptions) => warningsOf(() => deployment.previewNew(args, options));
    expect(await warned(deletesFirst)).toEqual([expect.stringMatching(hedged)]);
    expect(await warned({})).toEqual([expect.stringMatching(isNative ? hedged : new RegExp(`^${fails}`))]);
    if (!isNative)
      expect(await warned({ ...deletesFirst, retains: true })).toEqual([expect.stringMatching(`^${fails}`)]);
    await deployment.forceReplace(args, deletesFirst);
    expect(deployment.recorded().id).not.toBe(id);
  });

  test("of a CNAME is previewed with a failure that holds unless the old one is deleted first", async () => {
    const cname = { type: "CNAME", name: "www", target: "a.example" };
    const { deployment, args } = await deployed(service, "DomainRecord", cname);
    const [warning, ...others] = await warningsOf(() => deployment.previewNew(args, { deletesFirst: true }));
    expect(others).toEqual([]);
    expect(warning).toMatch(
      /^Unless this update replaces domain record \d+\/\d+ and deletes it first .*, `pulumi up` will fail: /,
    );
    await deployment.forceReplace(args, { deletesFirst: true });
  });

  describe("of equal resources", () => {
    /** Resources with these inputs, created by one run, and a new run. */
    const several = async (kind: string, args: Values, count: number) => {
      const [all, creating] = [
        Array.from({ length: count }, (_, n) => new Deployment(service, kind, `n${n}`)),
        service.process(),
      ];
      for (const one of all) await one.up(args, {}, creating(kind));
      await creating.endRun();
      service.said.length = 0;
      return { all, run: service.process() };
    };

    test.each([[1], [2], [3]])("advises nothing about what the run deletes or keeps: %d records", async (count) => {
      const args = { domainId: await aZone(service), type: "A", name: "www", target: "192.0.2.1" };
      const { all, run } = await several("DomainRecord", args, count);
      const [first, ...others] = all;
      const before = first?.recorded().id;
      await first?.forceReplace(args, {}, run("DomainRecord"));
      for (const one of others) await one.up(args, {}, run("DomainRecord"));
      await run.endRun();
      expect(first?.recorded().id).not.toBe(before);
      const next = service.process();
      for (const one of all) await one.preview(args, {}, next("DomainRecord"));
      await next.endRun();
      expect(service.warnings().filter((warning) => !/also declares/.test(warning))).toEqual([]);
      expect(await listed(service, `/domains/${args.domainId}/records`)).toHaveLength(count);
    });

    test("still names what no resource of the stack manages, once", async () => {
      const args = { domainId: await aZone(service), type: "A", name: "www", target: "192.0.2.1" };
      const { all, run } = await several("DomainRecord", args, 1);
      const { domainId, ...record } = args;
      const { id } = await service.ask("POST", `/domains/${domainId}/records`, record);
      await all[0]?.forceReplace(args, {}, run("DomainRecord"));
      await run.endRun();
      const own = new RegExp(`^Domain record ${domainId}/${String(id)} is identical to this one\\. `);
      expect(service.warnings()).toEqual([expect.stringMatching(own)]);
    });
  });
});
