import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** The subject of a certificate, and the start of its validity. */
interface CertificateSubject {
  readonly organization: string;
  readonly commonName: string;
  /** Milliseconds since 1970. */
  readonly from: number;
}

/** Tags of DER (X.690). */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
};

/** A constructed value with a context-specific tag. */
const EXPLICIT = 0xa0;

/** Object identifiers, encoded. */
const OID = {
  commonName: [0x55, 0x04, 0x03],
  organization: [0x55, 0x04, 0x0a],
  subjectKeyIdentifier: [0x55, 0x1d, 0x0e],
  keyUsage: [0x55, 0x1d, 0x0f],
  basicConstraints: [0x55, 0x1d, 0x13],
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
};

const YEARS = 10;
const VERSION_3 = 2;
const SERIAL_BYTES = 16;

/** From this year on, certificates write years with four digits (RFC 5280, 4.1.2.5). */
const FOUR_DIGITS_FROM = 2050;
const LAST_YEAR = 9999;

/** keyCertSign and cRLSign, bits 5 and 6: one bit of the byte is unused. */
const KEY_USAGE = [0x01, 0x06];

/** Length of an uncompressed P-256 point, which is at the end of SubjectPublicKeyInfo. */
const POINT_BYTES = 65;

/** Creates a self-signed CA certificate (RFC 5280) as PEM. Its private key is discarded. */
export function createCertificate({ organization, commonName, from }: CertificateSubject): string {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = publicKey.export({ type: "spki", format: "der" });
  const name = sequence(attribute(OID.organization, organization), attribute(OID.commonName, commonName));
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const body = sequence(
    der(EXPLICIT, der(TAG.integer, Buffer.from([VERSION_3]))),
    der(TAG.integer, serialNumber()),
    algorithm,
    name,
    sequence(time(from, 0), time(from, YEARS)),
    name,
    key,
    der(EXPLICIT + 3, sequence(...extensions(key))),
  );
  const signature = sign("sha256", body, privateKey);
  return pem(sequence(body, algorithm, bitString(signature)));
}

function extensions(key: Buffer): Buffer[] {
  const identifier = createHash("sha1").update(key.subarray(-POINT_BYTES)).digest();
  return [
    extension(OID.basicConstraints, sequence(yes()), true),
    extension(OID.keyUsage, der(TAG.bitString, Buffer.from(KEY_USAGE)), true),
    extension(OID.subjectKeyIdentifier, der(TAG.octetString, identifier), false),
  ];
}

/** Random, positive, and without a redundant first byte. */
function serialNumber(): Buffer {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}

function extension(id: readonly number[], value: Buffer, isCritical: boolean): Buffer {
  return sequence(oid(id), ...(isCritical ? [yes()] : []), der(TAG.octetString, value));
}

function attribute(id: readonly number[], value: string): Buffer {
  return der(TAG.set, sequence(oid(id), der(TAG.utf8, Buffer.from(value))));
}

/** A date some years later, at most in the last year that can be encoded. */
function time(ms: number, years: number): Buffer {
  const date = new Date(ms);
  date.setUTCFullYear(Math.min(date.getUTCFullYear() + years, LAST_YEAR));
  const written = `${date.toISOString().slice(0, 19).replace(/\D/g, "")}Z`;
  return date.getUTCFullYear() < FOUR_DIGITS_FROM
    ? der(TAG.utcTime, Buffer.from(written.slice(2)))
    : der(TAG.generalizedTime, Buffer.from(written));
}

function yes(): Buffer {
  return der(TAG.boolean, Buffer.from([0xff]));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(TAG.sequence, ...parts);
}

function oid(id: readonly number[]): Buffer {
  return der(TAG.oid, Buffer.from(id));
}

function bitString(bytes: Buffer): Buffer {
  return der(TAG.bitString, Buffer.from([0]), bytes);
}

/** Encodes a value with its tag and length. Lengths of 128 or more are preceded by the number of their bytes. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const bytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
