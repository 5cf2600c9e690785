/**
 * Holds that stand. Ingest keeps them; every other service that removes anything may read them (`READ_GRANTS`) and asks in the very
 * statement that removes. All must ask the same, so the question stands where services agree.
 */
const STANDING = 'ledger.legal_holds hold WHERE hold.released_at IS NULL';

export const EVERYTHING_IS_HELD = `EXISTS (SELECT FROM ${STANDING} AND hold.account_number IS NULL)`;

export const SOMETHING_IS_HELD = `EXISTS (SELECT FROM ${STANDING})`;

/** @param account SQL of an account number */
export const isHeld = (account: string) =>
  `EXISTS (SELECT FROM ${STANDING} AND (hold.account_number IS NULL OR hold.account_number = ${account}))`;

/**
 * Whether a text names an account that is held, or everything is: for texts of which nobody knows whose they are. A number
 * that is part of a longer one counts as named: rather too much is kept than too little.
 * @param text SQL of a text
 */
export const namesHeld = (text: string) =>
  `EXISTS (SELECT FROM ${STANDING} AND (hold.account_number IS NULL OR position(hold.account_number IN ${text}) > 0))`;
