import { TableOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { mainGround } from '../dialogs/main-ground.ts';

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
      getPopupContainer={(trigger) => trigger.closest<HTMLElement>('[role="dialog"]') ?? mainGround()}
      content={
        <Checkbox.Group
          className="column-chooser"
          options={[...titles]}
          value={shown}
          onChange={(kept) => onHide(titles.filter((title) => !kept.includes(title)))}
        />
      }
    >
      <Button icon={<TableOutlined aria-hidden />}>Columns</Button>
    </Popover>
  );
}
