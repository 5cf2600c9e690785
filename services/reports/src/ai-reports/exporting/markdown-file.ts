import type { Letterhead } from '@clearwatch/domain/institution-profile';
import { formatFact } from '@clearwatch/domain/report-writing/format-fact';
import { markdownText, toMarkdown } from '@clearwatch/domain/report-writing/report-markdown';
import { aboutReport, warningsOf } from './about-report.ts';
import { CLASSIFICATION, type ReportFile } from './pdf/report-file.ts';

/** A report as a Markdown file: what it says, and every fact with its source. */
export function markdownFile(file: ReportFile): string {
  const { report, document, facts, institution } = file;
  const head = [
    `# ${markdownText(report.title)}`,
    `**${markdownText(CLASSIFICATION)}**`,
    [
      ...(institution === null ? [] : [`- Institution: ${markdownText(wordsOf(institution))}`]),
      ...aboutReport(file).map(({ label, text }) => `- ${label}: ${markdownText(text)}`),
    ].join('\n'),
    ...warningsOf(file, '⚠').map((text) => `> ${markdownText(text)}`),
  ];
  const sources = facts.map(
    ({ id, label, value, source }) =>
      `| ${[id, label, formatFact(value), source].map(markdownText).join(' | ')} |`,
  );
  const table = ['| Fact | What it is | Value | Source |', '| --- | --- | ---: | --- |', ...sources];
  return (
    [
      ...head,
      toMarkdown(document).trimEnd(),
      ...(facts.length === 0 ? [] : ['## Facts and their sources', table.join('\n')]),
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  );
}

function wordsOf({ name, lines }: Letterhead): string {
  return [name, ...lines].join(' · ');
}
