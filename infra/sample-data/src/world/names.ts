/** Common first and family names, most common first; combined at random, they belong to nobody. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const FIRST_NAMES = words(`
  James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica
  Thomas Karen Christopher Sarah Charles Lisa Daniel Nancy Matthew Sandra Anthony Betty Mark Ashley Donald Emily Steven
  Kimberly Andrew Margaret Paul Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa George Deborah Timothy
  Stephanie Ronald Rebecca Jason Sharon Edward Laura Jeffrey Cynthia Ryan Amy Jacob Kathleen Gary Angela Nicholas Shirley
  Eric Emma Jonathan Brenda Stephen Pamela Larry Nicole Justin Anna Scott Samantha Brandon Katherine Benjamin Christine
  Samuel Debra Gregory Rachel Alexander Carolyn Patrick Janet Frank Maria Raymond Olivia Jack Heather Dennis Helen Jerry
  Catherine Tyler Diane Aaron Julie Jose Victoria Adam Joyce Nathan Lauren Henry Kelly Zachary Christina Douglas Ruth
  Peter Joan Kyle Virginia Noah Judith Ethan Evelyn Luis Guadalupe Carlos Rosa Juan Carmen Miguel Priya Wei Mei Thuy Minh
`);

export const LAST_NAMES = words(`
  Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson
  Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young
  Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts
  Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez
  Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James
  Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell Jenkins
  Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Fisher Vasquez Simmons Graham Jordan Wallace Hamilton West
  Cole Owens Fields Hart Dunn Webb Tran Pierce Burke Stone Wells Chen Grant Holland Shaw Rice Black Palmer Mills Ford
`);

/** Kept apart, so that a planted behaviour never shares a full name with an ordinary member. */
export const PLANTED_LAST_NAMES = words(`
  Abernathy Applegate Ashdown Barlowe Bexley Blackwood Braddock Calloway Carrow Chesterton Colby Cranfield Dalloway
  Darrow Ellery Fairbanks Farrow Fenwick Garrick Granger Hadley Hargrove Hollis Inskeep Kendrick Kingsley Langford
  Larkin Lockhart Marlowe Merrick Northcott Oakley Pemberton Prescott Quimby Ravenel Redfern Rowland Sedgwick Selby
  Sheffield Stanhope Tarleton Thackeray Thornbury Underhill Vance Wakefield Westbrook Whitlock Winslow Yardley
`);

/** Names that only marriages of planted members bring, so that nobody becomes a namesake by marrying. */
export const MARRIED_LAST_NAMES = words(
  'Aldersey Birtwhistle Carlisle Dunstable Eddington Featherstone Goodacre',
);
