/** What a figure on a screen means, as the icon beside it tells. */
export interface Definition {
  /** The figure's name as the screens show it. */
  readonly label: string;
  /** One or two plain sentences. */
  readonly meaning: string;
  /** How it is computed, with every number that the computation uses. */
  readonly formula: string;
}
