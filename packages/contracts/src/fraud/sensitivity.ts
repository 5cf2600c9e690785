/** How much staff wants to see; scales the numbers of the policy (detection catalogue, section 7). */
export const SENSITIVITIES = ['low', 'medium', 'high'] as const;
export type Sensitivity = (typeof SENSITIVITIES)[number];
