import type { DetectionPolicy } from '@clearwatch/domain/detection/detector';
import { defaultPolicy, validatePolicy } from '@clearwatch/domain/detection/policy-document';
import type { Client } from 'pg';

/** The institution's newest policy, the catalogue's before it has one. @throws Error when it cannot be used */
export async function policyInForce(client: Pick<Client, 'query'>): Promise<DetectionPolicy> {
  const { rows } = await client.query<{ body: unknown }>(
    'SELECT body FROM analytics.detection_policies ORDER BY version DESC LIMIT 1',
  );
  const [newest] = rows;
  if (newest === undefined) return defaultPolicy();
  const checked = validatePolicy(newest.body);
  if ('problems' in checked)
    throw new Error(`The detection policy cannot be used: ${checked.problems.join(' ')}`);
  return checked.policy;
}
