/**
 * What the service is asked for: one object per row of a table (spec section 3, the eight required fields and the optional ones).
 * Each is a text, as the document writes it: how it is read is decided here, by the rules of every other import.
 */
export const EXTRACTED_FIELDS = [
  {
    name: 'company',
    header: 'Company',
    required: true,
    says: 'Company, originator or merchant of the transaction',
  },
  { name: 'last_name', header: 'Last Name', required: true, says: 'Last name of the member' },
  { name: 'first_name', header: 'First Name', required: true, says: 'First name of the member' },
  { name: 'middle_initial', header: 'Middle Initial', required: false, says: 'Middle initial of the member' },
  {
    name: 'account_number',
    header: 'Account Number',
    required: true,
    says: 'Account number of the member, every character as printed',
  },
  {
    name: 'original_account',
    header: 'Original Account',
    required: true,
    says: 'Original account number; the account number when there is no other',
  },
  {
    name: 'transaction_code',
    header: 'Transaction Code',
    required: true,
    says: 'NACHA transaction code of two digits, such as 22 or 27',
  },
  {
    name: 'amount',
    header: 'Amount',
    required: true,
    says: 'Amount as printed, with its sign, brackets, CR or DR',
  },
  { name: 'transaction_type', header: 'Transaction Type', required: true, says: 'Credit or Debit' },
  { name: 'posting_date', header: 'Posting Date', required: false, says: 'Date of posting as printed' },
  {
    name: 'settlement_date',
    header: 'Settlement Date',
    required: false,
    says: 'Date of settlement as printed',
  },
  { name: 'effective_date', header: 'Effective Date', required: false, says: 'Effective date as printed' },
  { name: 'entry_description', header: 'Description', required: false, says: 'Description of the entry' },
  { name: 'class', header: 'SEC', required: false, says: 'Standard entry class code, such as PPD or WEB' },
  { name: 'check_tracer_number', header: 'Trace Number', required: false, says: 'Trace number' },
  { name: 'batch', header: 'Batch', required: false, says: 'Batch number' },
  { name: 'addenda', header: 'Addenda', required: false, says: 'Addenda information' },
] as const;

export const EXTRACTION_SCHEMA = {
  type: 'object',
  properties: Object.fromEntries(
    EXTRACTED_FIELDS.map(({ name, says }) => [name, { type: 'string', description: says }]),
  ),
  required: EXTRACTED_FIELDS.filter(({ required }) => required).map(({ name }) => name),
};
