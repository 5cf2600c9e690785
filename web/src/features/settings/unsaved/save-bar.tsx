import { Button } from 'antd';
import { Fragment } from 'react';
import { formatCounted } from '../../../formats/count.ts';
import { useUnsavedSections } from './unsaved-sections.tsx';
import { useSaveAll } from './use-save-all.ts';
import './save-bar.css';

/**
 * How much of the screen is not saved yet, and what can be done with it. In sight wherever the page is scrolled, also while there
 * is nothing to save (product.md): who looks for the button finds it.
 */
export function SaveBar() {
  const unsaved = useUnsavedSections();
  const { isSaving, saveAll } = useSaveAll();
  const sum = (count: (part: (typeof unsaved)[number]) => number): number =>
    unsaved.reduce((total, part) => total + count(part), 0);
  const problems = sum((part) => part.problems);
  const hindrances = unsaved.flatMap(({ hindrance }) => (hindrance === null ? [] : [hindrance]));
  return (
    <section className="draft-bar" aria-label="Unsaved changes">
      <output>
        {unsaved.length === 0 ? (
          <span className="quiet">Everything is saved</span>
        ) : (
          <strong className="figures">
            {formatCounted(
              sum(({ changes }) => changes),
              'unsaved change',
            )}
          </strong>
        )}
        {unsaved.length > 1 && <span>{unsaved.map(({ what }) => what).join(', ')}</span>}
        {problems > 0 && <span className="problem-mark">{problems} not allowed</span>}
        {hindrances.map((words) => (
          <span key={words} className="problem-mark">
            {words}
          </span>
        ))}
      </output>
      {unsaved.length > 0 && (
        <Button disabled={isSaving} onClick={() => unsaved.forEach(({ discard }) => discard())}>
          Reset to saved
        </Button>
      )}
      {unsaved.map(({ section, actions }) => (
        <Fragment key={section}>{actions}</Fragment>
      ))}
      <Button
        type="primary"
        disabled={isSaving || unsaved.length === 0 || problems > 0 || hindrances.length > 0}
        onClick={() => saveAll(unsaved)}
      >
        {isSaving ? 'Saving...' : 'Save Settings'}
      </Button>
    </section>
  );
}
