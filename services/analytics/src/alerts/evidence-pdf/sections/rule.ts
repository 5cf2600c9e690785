import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { cell, tableSection } from '@clearwatch/service-kit/pdf/pdf-layout';
import type { Content } from 'pdfmake/interfaces.js';
import type { EvidenceFile } from '../evidence-file.ts';
import { listSection } from '../page/text-section.ts';
import { valueWords } from '../words/figure-words.ts';

/** What would have kept the rule silent, the numbers it went by, and on whose authority. */
export function rule({ evidence }: EvidenceFile): Content[] {
  const { activityType, ruleVersion, policyVersion, parameters, sources } = evidence.rule;
  return [
    ...listSection('What would have kept the rule silent', evidence.wouldBeSilent),
    ...tableSection({
      title: `Rule: ${activityLabel(activityType)}, version ${ruleVersion}, under policy ${policyVersion}`,
      columns: [
        { label: 'Parameter in force', width: '*' },
        { label: 'Value', width: 110, alignment: 'right' },
      ],
      rows: parameters.map(({ meaning, value, unit }) => [
        cell(meaning),
        cell(valueWords({ value: String(value), unit })),
      ]),
    }),
    ...listSection('Regulations and guidance the rule follows', sources),
  ];
}
