/**
 * How a member is called is a function of the ledger alone: as its newest entry says that names somebody. Card and check
 * entries name nobody; they decide only when no entry does. Of entries of one day that of the latest import is the newest,
 * of these the last line, of several on one line that of the highest identity. Entries without any day are the oldest.
 *
 * Orders entries that have `day` and `import_id`; the first of an account is the one that names it.
 */
export const NEWEST_NAME_FIRST = `last_name <> '' DESC, day DESC, import_id DESC, line DESC, transaction_hash DESC`;

/** The day that counts for an entry, of columns as the ledger has them. */
export const DAY = `coalesce(posting_date, settlement_date, effective_date, '-infinity')`;

/**
 * The same order among entries of one import as a number, the highest of an account naming it; of entries that stand on one line
 * the identity still decides. From above: one bit for a name, 31 for the day, 31 for the line.
 * @param t alias of an entry of the ledger
 */
export const placeAmongNames = (t: string) =>
  `(CASE WHEN ${t}.last_name <> '' THEN 0 ELSE -4611686018427387904 END
    + CASE WHEN isfinite(${t}.event_date) THEN (${t}.event_date - DATE '4713-11-24 BC')::bigint * 2147483648 ELSE 0 END + ${t}.line)`;

/** The day of such a place; NULL for none. */
export const dayOfPlace = (place: string) =>
  `(DATE '4713-11-24 BC' + nullif((${place} & 4611686018427387903) / 2147483648, 0)::integer)`;

/** What the naming entry says, also as columns of the member. */
export const NAMING = [
  'company',
  'last_name',
  'first_name',
  'middle_initial',
  'original_account',
  'member_key',
  'named_on',
  'named_by',
] as const;

/** Whether a member is called by what `newer` says rather than as it is, where both are rows of members. */
export const namesNewer = (newer: string, member: string) =>
  `(${newer}.last_name <> '', ${newer}.named_on, ${newer}.named_by) > (${member}.last_name <> '', ${member}.named_on, ${member}.named_by)`;

/**
 * All numbers an account is known by: its own, then those that its entries were first addressed to, in one fixed order.
 * @param others SQL of a text array, in any order, which may repeat itself and the account; NULL for none
 */
export const accountNumbers = (account: string, others: string) =>
  `ARRAY[${account}] || ARRAY(SELECT DISTINCT other COLLATE "C" FROM unnest(${others}) other
                              WHERE other <> ${account} ORDER BY 1)`;
