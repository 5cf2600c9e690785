import './components.css';
import { InboxOutlined } from '@ant-design/icons';
import { type DragEvent as ReactDragEvent, type ReactNode, useEffect, useId, useState } from 'react';

/** Ignores dragged text and events that the zone has handled. */
const ignoreFileDrop = (event: DragEvent): void => {
  if (!event.defaultPrevented && event.dataTransfer?.types.includes('Files')) event.preventDefault();
};

type DropZoneProps = { what: string; accept?: string; onFiles: (files: File[]) => void; children: ReactNode };

/** The zone is the label of a file input, so that it works with the keyboard. */
export function DropZone({ what, accept, onFiles, children }: DropZoneProps) {
  const id = useId();
  const [dragging, setDragging] = useState(false);
  // Otherwise, the browser would open a file dropped outside the zone and leave the application.
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener('dragover', ignoreFileDrop, listening);
    window.addEventListener('drop', ignoreFileDrop, listening);
    return () => listening.abort();
  }, []);

  const drag = (event: ReactDragEvent): void => {
    event.preventDefault();
    setDragging(true);
  };
  const drop = (event: ReactDragEvent): void => {
    event.preventDefault();
    setDragging(false);
    takeFiles(event.dataTransfer.files);
  };
  const takeFiles = (files: FileList | null): void => {
    if (files !== null && files.length > 0) onFiles([...files]);
  };

  return (
    // Keyboard users operate the input inside.
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
      <strong>{dragging ? `Drop the ${what} here` : `Drop ${what} here or choose files`}</strong>
      {children}
      <input
        id={id}
        type="file"
        multiple
        accept={accept}
        className="visually-hidden"
        onChange={({ target }) => {
          takeFiles(target.files);
          // Choosing the same file again must fire a change event.
          target.value = '';
        }}
      />
    </label>
  );
}
