import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RecordLine, storedRecords } from './nacha-record-view.tsx';

const RECORD = '622091000019100000017        00001250004000123456     SAMPLE DANA             1121042880000001';

function show(record: string, addendaRecords?: string): { container: HTMLElement } {
  const metadata = { record, ...(addendaRecords !== undefined && { addendaRecords }) };
  const stored = storedRecords({ metadata, class: 'PPD', originalAccount: '100000017', line: 12 });
  const last = stored.at(-1);
  if (last === undefined) throw new Error('The fixture has no record');
  return render(<RecordLine record={last} title="the entry" />);
}
const readout = (container: HTMLElement) => container.querySelector('.record-readout')?.textContent;
const chosen = () => screen.getByRole('option', { selected: true });

describe('record line', () => {
  it('a NACHA record line shows name, columns and content of the hovered field', async () => {
    const { container } = show(RECORD);
    await userEvent.hover(screen.getByTitle('Amount, columns 30–39'));
    expect(readout(container)).toBe('Amountcolumns 30–390000125000');
    await userEvent.hover(screen.getByTitle('Discretionary data, columns 77–78'));
    expect(readout(container)).toBe('Discretionary datacolumns 77–78blank');
  });

  it('the arrow keys move between the fields of a NACHA record line and stop at the ends', async () => {
    show(RECORD);
    await userEvent.tab();
    expect(chosen()).toHaveAccessibleName('Record type, columns 1–1: 6');
    await userEvent.keyboard('{ArrowLeft}{ArrowRight}');
    expect(chosen()).toHaveAccessibleName('Transaction code, columns 2–3: 22');
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(chosen()).toHaveAccessibleName('Trace number, columns 80–94: 121042880000001');
    expect(screen.getByRole('listbox')).toHaveAttribute('aria-activedescendant', chosen().id);
    await userEvent.keyboard('{Home}');
    expect(chosen()).toHaveTextContent('6');
  });

  it('a NACHA record line shows the text of a record type without a layout', () => {
    const { container } = show(RECORD, '744UNKNOWN RECORD TYPE'.padEnd(94));
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(container.querySelector('.record-text')).toHaveTextContent('744UNKNOWN RECORD TYPE');
  });
});
