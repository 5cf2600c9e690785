import type { Actor } from '@clearwatch/service-kit/identity/actor';
import type { Account } from './account.ts';

/**
 * Who acts when the gateway calls for somebody: the account itself. What somebody unknown typed as a user name is kept
 * nowhere: people type passwords there.
 */
export function actingAs(caller: Actor, account: Pick<Account, 'id' | 'username' | 'role'> | null): Actor {
  const { requestId, address } = caller;
  if (account === null) return { userId: null, username: 'unknown', role: 'Nobody', requestId, address };
  return { userId: account.id, username: account.username, role: account.role, requestId, address };
}
