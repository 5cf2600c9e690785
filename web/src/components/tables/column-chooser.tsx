import { TableOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { type ReactNode, useState } from 'react';
import { mainPopupContainer } from '../theme-provider.tsx';
import type { Column } from './data-table.tsx';

interface ColumnChooserProps {
  /** Those that may go; what names a row always stays. */
  titles: readonly string[];
  hidden: readonly string[];
  onHide: (titles: string[]) => void;
}

/** Lets a reader do without columns, for a narrow window or a quieter table. */
export function ColumnChooser({ titles, hidden, onHide }: ColumnChooserProps) {
  const shown = titles.filter((title) => !hidden.includes(title));
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      // In a dialog it belongs to the dialog: what lies behind that cannot be reached.
      getPopupContainer={(trigger) => trigger.closest<HTMLElement>('[role="dialog"]') ?? mainPopupContainer()}
      content={
        <Checkbox.Group
          className="column-chooser"
          options={[...titles]}
          value={shown}
          onChange={(stored) => onHide(titles.filter((title) => !stored.includes(title)))}
        />
      }
    >
      <Button icon={<TableOutlined aria-hidden />}>Columns</Button>
    </Popover>
  );
}

interface HiddenColumns {
  /** Titles. */
  hidden: readonly string[];
  hide: (titles: string[]) => void;
}

/**
 * Which columns of a table this browser's reader does without. Titles alone are kept, nothing of the data.
 *
 * @param table the name it is kept under
 * @param usually what is left out until the reader chooses
 */
export function useHiddenColumns(table: string, hiddenByDefault: readonly string[] = []): HiddenColumns {
  const key = `clearwatch.hidden-columns.${table}`;
  const [hidden, setHidden] = useState(() => readTitles(localStorage.getItem(key)) ?? hiddenByDefault);
  return {
    hidden,
    hide: (titles) => {
      setHidden(titles);
      if (isSame(titles, hiddenByDefault)) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(titles));
    },
  };
}

/** Null: the reader has not chosen. Whatever else stands there counts as that. */
function readTitles(stored: string | null): readonly string[] | null {
  try {
    const titles: unknown = JSON.parse(stored ?? 'null');
    return Array.isArray(titles) ? titles.filter((title) => typeof title === 'string') : null;
  } catch {
    return null;
  }
}

function isSame(titles: readonly string[], others: readonly string[]): boolean {
  return titles.length === others.length && titles.every((title) => others.includes(title));
}

interface ColumnChoice<Row> {
  shown: Column<Row>[];
  /** Titles. */
  hidden: readonly string[];
  hide: (titles: string[]) => void;
  chooser: ReactNode;
}

/**
 * Lets the reader of a table choose its columns; what names a row, the first one, always stays.
 *
 * @param table the name that the choice is kept under in this browser
 * @param usually titles of what is left out until the reader chooses
 */
export function useColumnChoice<Row>(
  table: string,
  columns: Column<Row>[],
  hiddenByDefault: readonly string[] = [],
): ColumnChoice<Row> {
  const { hidden, hide } = useHiddenColumns(table, hiddenByDefault);
  const titles = columns.slice(1).map(({ title }) => title);
  return {
    shown: columns.filter(({ title }, at) => at === 0 || !hidden.includes(title)),
    hidden,
    hide,
    chooser: <ColumnChooser titles={titles} hidden={hidden} onHide={hide} />,
  };
}
