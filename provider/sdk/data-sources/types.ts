import { getTypesRule } from "../../data-sources/types";
import type { GetTypesArgs, GetTypesResult } from "../../data-sources/types";
import { openDataSource } from "./data-source";

export type { TypePrice, InstanceType, GetTypesArgs, GetTypesResult } from "../../data-sources/types";

const types = openDataSource<GetTypesArgs, GetTypesResult>(getTypesRule);

/**
 * The plans for instances, optionally filtered. Works without a token.
 * @throws when the API does not offer this endpoint.
 */
export const getTypes = types.now;

/** The plans for instances, optionally filtered, as an output. */
export const getTypesOutput = types.output;
