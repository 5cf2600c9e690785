/** NACHA return reason codes run from R01 to R85, and R90 is one; "R99" in an addenda is somebody's own abbreviation. */
export const RETURN_CODE = /\bR(?:0[1-9]|[1-7]\d|8[0-5]|90)\b/;

/** The return reason code in an addenda ("R10"), or null. */
export function returnCodeIn(addenda: string | null): string | null {
  return addenda === null ? null : (RETURN_CODE.exec(addenda)?.[0] ?? null);
}
