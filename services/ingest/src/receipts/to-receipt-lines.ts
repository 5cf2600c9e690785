import { CONTROL_LEVELS, type ControlTotals, type FileWarning } from '@clearwatch/contracts/imports.dto';
import {
  booleanOf,
  enumOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textArrayOf,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { moneyPartsOf } from './money-parts.ts';

export function toControlTotals(row: Row): ControlTotals {
  return {
    level: enumOf(CONTROL_LEVELS, row, 'level'),
    label: textOf(row, 'label'),
    headerLine: nullable(integerOf, row, 'header_line'),
    controlLine: nullable(integerOf, row, 'control_line'),
    declared: row['declared_credits'] === null ? null : sumsOf(row, 'declared'),
    counted: sumsOf(row, 'counted'),
    balanced: nullable(booleanOf, row, 'balanced'),
    parts: moneyPartsOf(row),
    differences: textArrayOf(row, 'differences'),
  };
}

function sumsOf(row: Row, side: 'declared' | 'counted'): ControlTotals['counted'] {
  return {
    entryAndAddendaCount: integerOf(row, `${side}_entries_and_addenda`),
    entryHash: integerOf(row, `${side}_entry_hash`),
    debits: moneyOf(row, `${side}_debits`),
    credits: moneyOf(row, `${side}_credits`),
  };
}

export function toFileWarning(row: Row): FileWarning {
  const from = nullable(integerOf, row, 'columns_from');
  const to = nullable(integerOf, row, 'columns_to');
  return {
    line: integerOf(row, 'line'),
    columns: from === null || to === null ? null : { from, to },
    field: textOf(row, 'field'),
    value: textOf(row, 'value'),
    rule: textOf(row, 'rule'),
    sentence: textOf(row, 'sentence'),
  };
}
