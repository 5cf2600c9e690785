import * as fc from 'fast-check';
import { detectMember } from '../detect-member.ts';
import { prepareMember } from '../preparation/prepare-member.ts';
import { aContext } from '../testing/a-context.ts';
import { LIVES_BEGIN, lives } from '../testing/lives.ts';
import { defaultPolicy } from '../validate-policy.ts';
import { aFifthLower } from './a-fifth-lower.ts';
import { PoliciesCompared } from './policies-compared.ts';

const policy = defaultPolicy();
const policies = [
  policy,
  { ...policy, version: 2, switchedOff: { velocity_anomaly: 'Too loud.' } },
  { ...policy, parameters: { ...policy.parameters, structuring: { nearLineCount: 2 } } },
  { ...policy, sensitivity: 'low' as const },
  aFifthLower(policy),
];

test('every policy shows what it shows alone', () => {
  const contexts = policies.map((each) => aContext({ ledgerFirstDay: LIVES_BEGIN, policy: each }));
  const compared = new PoliciesCompared(contexts);
  const whatIsFound = (findings: ReturnType<typeof detectMember>) =>
    // Which version stands in the evidence is of no matter to a comparison.
    findings.map(({ evidence: { figures, entries }, ...finding }) => ({ ...finding, figures, entries }));
  let different = 0;
  fc.assert(
    fc.property(lives, (entries) => {
      const history = prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries });
      const found = compared.detect(history);
      const alone = contexts.map((context) => detectMember(history, context));
      expect(found.map(whatIsFound)).toEqual(alone.map(whatIsFound));
      different += new Set(found.map(({ length }) => length)).size - 1;
    }),
    { numRuns: 40 },
  );
  expect(different).toBeGreaterThan(10);
});
