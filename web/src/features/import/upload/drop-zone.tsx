import { InboxOutlined } from '@ant-design/icons';
import { type DragEvent, useId, useState } from 'react';
import { useNothingFallsBeside } from './use-nothing-falls-beside.ts';

/**
 * Takes files, dropped or picked; of every ending, because NACHA files often have none that says anything. The whole zone is the label of a real file input, so keyboards reach it.
 */
export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const id = useId();
  const [dragging, setDragging] = useState(false);
  useNothingFallsBeside();

  const drag = (event: DragEvent): void => {
    event.preventDefault();
    setDragging(true);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setDragging(false);
    take(event.dataTransfer.files);
  };
  const take = (files: FileList | null): void => {
    if (files !== null && files.length > 0) onFiles([...files]);
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
      <strong>{dragging ? 'Drop the files here' : 'Drop files here, or choose them'}</strong>
      <span>JSON, NACHA (.ach, .txt or no ending) and CSV, also packed with gzip. The content decides.</span>
      <span className="quiet">
        Up to 2 GB each. The same file twice changes nothing: repeats are recognised.
      </span>
      <input
        id={id}
        type="file"
        multiple
        className="visually-hidden"
        onChange={({ target }) => {
          take(target.files);
          // Choosing the same file again must be noticed too.
          target.value = '';
        }}
      />
    </label>
  );
}
