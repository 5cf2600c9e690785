import { keysFor, USUAL_COST } from './archive-head.ts';

/** The same for every installation and version: a key has one name. */
const SALT = Buffer.from('clearwatch: the name of a key', 'utf8');
const SHOWN_BYTES = 4;

/**
 * What a key is called, so that the right one of several can be found: eight hex digits that say nothing of it. Made as slowly as
 * the key of an archive, so that whoever sees the name guesses a passphrase no faster than with an archive in hand.
 */
export async function keyId(secret: Buffer, cost = USUAL_COST): Promise<string> {
  const { head } = await keysFor(secret, { cost, salt: SALT });
  return head.subarray(0, SHOWN_BYTES).toString('hex');
}
