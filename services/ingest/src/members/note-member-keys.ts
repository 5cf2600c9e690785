import { memberKey } from '@clearwatch/domain/members/member-names';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { Ask } from './ask.ts';

/** Members held in this process at a time: there can be hundreds of thousands. */
const AT_ONCE = 10_000;

export const CREATE_MEMBER_KEYS =
  'CREATE TEMPORARY TABLE member_keys (account_number text, member_key text) ON COMMIT DROP';

const NOTE_KEYS = `
  INSERT INTO member_keys SELECT * FROM jsonb_to_recordset($1::jsonb) AS key (account_number text, member_key text)`;

/**
 * Notes the keys of names in `member_keys`: names are folded here and not in PostgreSQL.
 * @param named a query of `account_number`, `first_name` and `last_name`
 */
export async function noteMemberKeys(ask: Ask, named: string): Promise<void> {
  await ask(`DECLARE named NO SCROLL CURSOR FOR ${named}`);
  for (;;) {
    const rows = await ask(`FETCH ${AT_ONCE} FROM named`);
    if (rows.length === 0) break;
    await ask(NOTE_KEYS, [JSON.stringify(rows.map(keyed))]);
  }
  await ask('CLOSE named');
}

function keyed(row: Row): { account_number: string; member_key: string | null } {
  return {
    account_number: textOf(row, 'account_number'),
    member_key: memberKey({ firstName: textOf(row, 'first_name'), lastName: textOf(row, 'last_name') }),
  };
}
