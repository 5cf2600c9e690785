import { InboxOutlined } from '@ant-design/icons';
import { type DragEvent, useId, useState } from 'react';

/** Takes one file, dropped or picked. The whole zone is the label of a real file input, so keyboards reach it. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const id = useId();
  const [dragging, setDragging] = useState(false);

  const drag = (event: DragEvent): void => {
    event.preventDefault();
    setDragging(true);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setDragging(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) onFile(file);
  };

  return (
    // The label is only where a file may fall; what can be operated is the input inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      htmlFor={id}
      className={`drop-zone ${dragging ? 'drop-zone-active' : ''}`}
      data-testid="drop-zone"
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={() => setDragging(false)}
      onDrop={drop}
    >
      <InboxOutlined className="drop-zone-icon" aria-hidden />
      <strong>{dragging ? 'Drop the file here' : 'Drop a JSON file here, or choose one'}</strong>
      <span className="quiet">Up to 2 GB. The same file twice changes nothing: repeats are recognised.</span>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        className="visually-hidden"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) onFile(file);
          // Choosing the same file again must be noticed too.
          target.value = '';
        }}
      />
    </label>
  );
}
