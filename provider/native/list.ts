import { status } from "@grpc/grpc-js";
import type { ServerMethodDefinition, ServerWritableStream } from "@grpc/grpc-js";
import { BinaryReader, BinaryWriter } from "google-protobuf";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { listingOf, listPage } from "../data-sources/listing";
import type { ListedResource } from "../data-sources/listing";
import { checked } from "../data-sources/request";
import { messageOf } from "../lifecycle/wording";
import type { Calls } from "../plugin/calls";
import { allKinds } from "../resources/registry";
import { receivedArguments } from "./values";

/** The default size of a page. The API documents name no maximum. */
const PAGE = 100;

interface ListRequest {
  /** Type token. */
  readonly token: string;
  readonly query: Struct | undefined;
  /** The most resources to return; 0 for all. */
  readonly limit: number;
  /** The most resources on a page; 0 for the default. */
  readonly pageSize: number;
  /** From the last page; empty for the first. */
  readonly continuation: string;
}

type ListResponse = ListedResource | { readonly continuation: string };

/** `List` of Pulumi's provider protocol. The oldest SDK whose messages include it requires a newer Node than this package. */
export const LIST: ServerMethodDefinition<ListRequest, ListResponse> = {
  path: "/pulumirpc.ResourceProvider/List",
  requestStream: false,
  responseStream: true,
  requestDeserialize: (bytes) => {
    const reader = new BinaryReader(bytes);
    const request = { token: "", query: undefined as Struct | undefined, limit: 0, pageSize: 0, continuation: "" };
    while (reader.nextField()) {
      const field = reader.getFieldNumber();
      if (field === 1) request.token = reader.readString();
      else if (field === 2) request.query = Struct.deserializeBinary(reader.readBytes());
      else if (field === 3) request.limit = reader.readInt64();
      else if (field === 4) request.pageSize = reader.readInt64();
      else if (field === 5) request.continuation = reader.readString();
      else reader.skipField();
    }
    return request;
  },
  responseSerialize: (response) => {
    const writer = new BinaryWriter();
    const [field, texts] = "id" in response ? [2, [response.id, response.name]] : [3, [response.continuation]];
    writer.writeMessage(field, texts, (_, inner: BinaryWriter) =>
      texts.forEach((text, index) => inner.writeString(index + 1, text)),
    );
    return Buffer.from(writer.getResultBuffer());
  },
};

/** Sends one page of resources, and where the next one begins. */
export async function serveList(calls: Calls, stream: ServerWritableStream<ListRequest, ListResponse>): Promise<void> {
  try {
    const { request } = stream;
    const { resources, continuation } = await listed(calls, request);
    for (const one of request.limit > 0 ? resources.slice(0, request.limit) : resources) stream.write(one);
    if (continuation !== undefined) stream.write({ continuation });
    stream.end();
  } catch (error) {
    stream.emit("error", { code: status.UNKNOWN, details: messageOf(error) });
  }
}

async function listed(calls: Calls, { token, query, pageSize, continuation }: ListRequest) {
  const kind = token.split(":").at(-1) ?? "";
  const definition = allKinds.find((one) => one.kind === kind);
  const rule = definition && listingOf(definition);
  if (!definition || !rule) throw new Error(`This version of pulumi-compute cannot list the resource type "${token}".`);
  const { values, secrets } = receivedArguments(query);
  const args = checked(rule, values);
  const [page, size] = positionIn(continuation) ?? [1, pageSize > 0 ? pageSize : PAGE];
  const { resources, isLast } = await calls.ofStack(secrets, ({ context }) =>
    listPage({ definition, rule, args }, { page, size }, { ...context, say: (message) => context.progress(message) }),
  );
  return { resources, continuation: isLast ? undefined : `${page + 1}/${size}` };
}

/** The page and its size. */
function positionIn(continuation: string): [number, number] | undefined {
  const [, page, size] = /^(\d+)\/(\d+)$/.exec(continuation) ?? [];
  if (continuation !== "" && size === undefined)
    throw new Error(`The continuation token "${continuation}" is invalid.`);
  return size === undefined ? undefined : [Number(page), Number(size)];
}
