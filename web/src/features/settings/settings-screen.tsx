import { PolicySection } from './policy-section.tsx';
import './settings.css';

/** Settings of the institution, section by section. */
export default function SettingsScreen() {
  return (
    <div className="screen-rows settings-screen">
      <PolicySection />
    </div>
  );
}
