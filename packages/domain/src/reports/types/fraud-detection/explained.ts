import type { EvidenceFigure } from '@clearwatch/contracts/fraud/alert-evidence';
import type { Block, Span } from '@clearwatch/contracts/reports/report-document';
import { shownFigure } from '../../../fraud/shown-evidence.ts';
import { centsOf } from '../../../money/cents.ts';
import type { FactSheet, Stated } from '../../fact-sheet.ts';
import { enumerated, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { statedAlert } from '../../topics/stated-alert.ts';
import type { ExplainedAlert } from './fraud-data.ts';

/** The first figures are the rule; the further ones raise or confirm it. */
const MOST_FIGURES = 2;
const MOST_COMPANIES = 2;
const THRESHOLD_WORDS = { '>=': 'at least', '>': 'above', '<=': 'at most', '<': 'below' } as const;

/** Why the first alerts were raised: what each rule measured, against what it asks. Nothing for none. */
export function explainedBlocks(explained: readonly ExplainedAlert[], context: ReportContext): Block[] {
  const items = explained.filter(({ figures }) => figures.length > 0);
  if (items.length === 0) return [];
  return [{ kind: 'list', items: items.map((alert) => explainedWords(alert, context)) }];
}

function explainedWords({ alert, figures, companies }: ExplainedAlert, context: ReportContext): Span[] {
  const { sheet } = context;
  const { number, member } = statedAlert(alert, context);
  const said = figures
    .slice(0, MOST_FIGURES)
    .map((figure) => figureWords(shownFigure(figure), alert.id, sheet));
  const named = companies
    .slice(0, MOST_COMPANIES)
    .map((company) => sheet.company({ label: 'Company', source: `Entries of alert ${alert.id}` }, company));
  const by = named.length === 0 ? '' : prose` (${enumerated(named)})`;
  const figuresSaid = said.flatMap((words, index) => (index === 0 ? words : [{ text: '; ' }, ...words]));
  return prose`Alert ${number}, ${member}${by}: ${figuresSaid}.`;
}

/** "Credits just below the line: 4 (rule: at least 3)". */
function figureWords(figure: EvidenceFigure, alertId: number, sheet: FactSheet): Span[] {
  const source = `Evidence of alert ${alertId}`;
  const label = sheet.word({ label: 'What the rule measured', source }, figure.label);
  const value = measured(sheet, { label: figure.label, source }, figure.value, figure.unit);
  const note = { label: `Threshold: ${figure.label}`, source };
  const threshold = measured(sheet, note, figure.threshold, figure.unit);
  return prose`${label}: ${value} (rule: ${THRESHOLD_WORDS[figure.comparison]} ${threshold})`;
}

function measured(
  sheet: FactSheet,
  note: { label: string; source: string },
  text: string,
  unit: EvidenceFigure['unit'],
): Stated {
  if (unit === 'USD') return sheet.money(note, centsOf(text));
  const number = Number(text);
  if (unit === 'percent') return sheet.share(note, number / 100);
  return Number.isSafeInteger(number) ? sheet.count(note, number) : sheet.number(note, number, 2);
}
