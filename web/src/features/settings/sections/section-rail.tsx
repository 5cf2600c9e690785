import { createElement } from 'react';
import { Link } from 'react-router-dom';
import { addressOf, SECTIONS, type SettingsSection } from './sections.ts';
import './section-rail.css';

/** The sections, each at an address of its own. */
export function SectionRail({ shown }: { shown: SettingsSection }) {
  return (
    <nav className="section-rail" aria-label="Settings">
      <ul>
        {SECTIONS.map((section) => (
          <li key={section.key}>
            <Link to={addressOf(section)} {...(section === shown && { 'aria-current': 'page' as const })}>
              {createElement(section.icon, { 'aria-hidden': true })}
              {section.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
