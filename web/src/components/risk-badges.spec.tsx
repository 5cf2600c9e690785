import { render } from '@testing-library/react';
import { ChangeBadge } from './risk-badges.tsx';

it.each([
  [null, null, undefined],
  ['0.04', null, undefined],
  ['0.05', '+0.1%', 'change-badge change-default'],
  ['200.04', '+200.0%', 'change-badge change-default'],
  ['200.05', '+200.1%', 'change-badge change-destructive'],
])('a change of %s percent is rounded before its color is chosen', (percent, text, look) => {
  const { container } = render(<ChangeBadge percent={percent} />);
  const badge = container.querySelector('.change-badge');
  expect([badge?.textContent ?? null, badge?.className]).toEqual([text, look]);
});
