/**
 * How sensitivity scales a parameter (detection catalogue, section 7). count and sum: x 1.25 at low, x 0.8 at high,
 * rounded up · minimum_history: at most 30 days at high · dormancy: 180 days at low, 90 at high · fixed: not scaled,
 * because a regulation or the institution set the number.
 */
export const PARAMETER_SCALINGS = ['count', 'sum', 'minimum_history', 'dormancy', 'fixed'] as const;
export type ParameterScaling = (typeof PARAMETER_SCALINGS)[number];

export const SENSITIVITIES = ['low', 'medium', 'high'] as const;
export type Sensitivity = (typeof SENSITIVITIES)[number];

export const BACKTEST_SAMPLES = ['gained', 'lost', 'below_the_line'] as const;
export type BacktestSample = (typeof BACKTEST_SAMPLES)[number];
