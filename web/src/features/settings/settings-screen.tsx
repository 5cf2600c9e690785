import { useSearchParams } from 'react-router-dom';
import { OpenedSections } from './sections/opened-sections.tsx';
import { SectionRail } from './sections/section-rail.tsx';
import { sectionOf } from './sections/sections.ts';
import { SaveBar } from './unsaved/save-bar.tsx';
import { UnsavedSections } from './unsaved/unsaved-sections.tsx';
import './settings.css';

/** Settings of the institution and of the one who looks, section by section; one button saves what changed in all of them. */
export default function SettingsScreen() {
  const [params] = useSearchParams();
  const shown = sectionOf(params);
  return (
    <UnsavedSections>
      <div className="settings-screen">
        <SectionRail shown={shown} />
        <div className="settings-content screen-rows">
          <OpenedSections shown={shown} />
          <SaveBar />
        </div>
      </div>
    </UnsavedSections>
  );
}
