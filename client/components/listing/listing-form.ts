/** Everything that makes up a listing's address belongs to the one form with this id, wherever it stands. */
export const LISTING_FORM_ID = 'listing-form'
