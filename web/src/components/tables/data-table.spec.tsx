import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Column, DataTable } from './data-table.tsx';

interface Row {
  id: number;
}
const COLUMNS: Column<Row>[] = [
  { title: 'Name', cell: ({ id }) => `Row ${id}` },
  { title: 'Act', cell: ({ id }) => <button type="button">Act {id}</button> },
];
const rows = (count: number): Row[] => Array.from({ length: count }, (_, id) => ({ id }));

function aTable(count: number) {
  const opened: number[] = [];
  render(
    <DataTable
      caption="Rows"
      columns={COLUMNS}
      rows={rows(count)}
      rowKey={({ id }) => id}
      onOpen={({ id }) => opened.push(id)}
    />,
  );
  return { user: userEvent.setup(), opened };
}
const row = (id: number) => screen.getByText(`Row ${id}`).closest('tr') as HTMLElement;

describe('rows', () => {
  it('table rows are one tab stop and are reached with the arrow keys, Home and End', async () => {
    const { user, opened } = aTable(5);
    act(() => row(0).focus());
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(row(2)).toHaveFocus();
    await user.keyboard('{ArrowUp}{Enter}');
    expect(opened).toEqual([1]);
    await user.keyboard('{End}{ArrowDown}');
    expect(row(4)).toHaveFocus();
    await user.keyboard('{Home}{ArrowUp}');
    expect(row(0)).toHaveFocus();
    expect(document.querySelectorAll('tr[tabindex="0"]')).toHaveLength(1);
  });

  it('table rows open on click, except on their controls', async () => {
    const { user, opened } = aTable(3);
    await user.click(screen.getByRole('button', { name: 'Act 1' }));
    expect(opened).toEqual([]);
    await user.click(screen.getByText('Row 1'));
    expect(opened).toEqual([1]);
  });

  it('table rows are all rendered up to 100', () => {
    aTable(100);
    expect(screen.getAllByRole('row')).toHaveLength(101);
  });
});

const drawn = () => within(screen.getByRole('table')).getAllByRole('row').length;

describe('long tables', () => {
  it('a long table renders visible rows and reports the total', async () => {
    aTable(2_000);
    await waitFor(() => expect(drawn()).toBeLessThan(60));
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '2001');
    expect(row(3)).toHaveAttribute('aria-rowindex', '5');
  });

  it('a long table renders the row that the keyboard moves to', async () => {
    const { user } = aTable(2_000);
    await waitFor(() => expect(drawn()).toBeLessThan(60));
    act(() => row(0).focus());
    await user.keyboard('{End}');
    expect(row(1_999)).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(row(1_998)).toHaveFocus();
  });

  it('a long table prints all rows', async () => {
    aTable(300);
    await waitFor(() => expect(drawn()).toBeLessThan(60));
    fireEvent(window, new Event('beforeprint'));
    expect(drawn()).toBe(301);
    fireEvent(window, new Event('afterprint'));
    expect(drawn()).toBeLessThan(60);
  });
});
