import { addendaLayoutOf } from '../layouts/addenda-layouts.ts';
import { renderRecord } from './render-record.ts';

/** An addenda record of this type with these fields of its layout. */
export function anAddenda(type: string, values: Record<string, string>): string {
  const code = values['reasonCode'] ?? values['refusedCode'] ?? values['changeCode'] ?? '';
  const layout = addendaLayoutOf(`7${type}${code}`, { isIat: false });
  if (layout === null) throw new Error(`no addenda ${type}`);
  return renderRecord(layout, { recordType: '7', addendaType: type, ...values });
}
