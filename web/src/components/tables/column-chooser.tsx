import { TableOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { useState } from 'react';
import type { Column } from './data-table.tsx';

interface ColumnChooserProps {
  titles: readonly string[];
  hidden: readonly string[];
  onHide: (titles: string[]) => void;
}

export function ColumnChooser({ titles, hidden, onHide }: ColumnChooserProps) {
  const shown = titles.filter((title) => !hidden.includes(title));
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      // Inside the open dialog, if any, because the page behind it cannot be reached.
      getPopupContainer={(trigger) => trigger.closest<HTMLElement>('[role="dialog"], main') ?? document.body}
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

export function useHiddenColumns(table: string, hiddenByDefault: readonly string[] = []) {
  const key = `clearwatch.hidden-columns.${table}`;
  const [hidden, setHidden] = useState(() => readTitles(localStorage.getItem(key)) ?? hiddenByDefault);
  return {
    hidden,
    hide: (titles: string[]): void => {
      setHidden(titles);
      if (titles.toSorted().join() === hiddenByDefault.toSorted().join()) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(titles));
    },
  };
}

function readTitles(stored: string | null): readonly string[] | null {
  try {
    const titles: unknown = JSON.parse(stored ?? 'null');
    return Array.isArray(titles) ? titles.filter((title) => typeof title === 'string') : null;
  } catch {
    return null;
  }
}

export function useColumnChoice<Row>(table: string, columns: Column<Row>[], hiddenByDefault: readonly string[] = []) {
  const { hidden, hide } = useHiddenColumns(table, hiddenByDefault);
  const titles = columns.slice(1).map(({ title }) => title);
  return {
    shown: columns.filter(({ title }, at) => at === 0 || !hidden.includes(title)),
    hidden,
    hide,
    chooser: <ColumnChooser titles={titles} hidden={hidden} onHide={hide} />,
  };
}
