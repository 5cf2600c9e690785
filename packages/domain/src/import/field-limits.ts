/** Longest text per field, in UTF-16 units. Generous against NACHA's widths, small against what breaks an index. */
export const FIELD_LIMITS = {
  company: 200,
  lastName: 120,
  firstName: 120,
  middleInitial: 20,
  accountNumber: 64,
  originalAccount: 64,
  transactionCode: 32,
  checkTracerNumber: 64,
  addenda: 8000,
  batch: 64,
  entryDescription: 500,
  class: 20,
  metadata: 200,
} as const;
