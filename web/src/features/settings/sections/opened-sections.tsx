import { useState } from 'react';
import { readDraft } from '../../../drafts/drafts.ts';
import { SECTIONS, type SettingsSection } from './sections.ts';

/** The shown section, and behind it those that were opened before or that hold something unsaved. */
export function OpenedSections({ shown }: { shown: SettingsSection }) {
  const [opened, setOpened] = useState(() =>
    SECTIONS.filter(({ draft }) => draft !== undefined && readDraft(draft) !== null),
  );
  if (!opened.includes(shown)) setOpened([...opened, shown]);
  return SECTIONS.filter((section) => opened.includes(section)).map((section) => {
    const isShown = section === shown;
    return (
      <div key={section.key} className="screen-rows" hidden={!isShown}>
        <section.content isShown={isShown} />
      </div>
    );
  });
}
