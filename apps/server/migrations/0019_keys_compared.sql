-- Spellings that a reader cannot tell apart are one key (decision 0087): NFKC, without what is not printed, blanks counted
-- once and not at the ends, in one case (upper first, which is the same for all forms of a letter).
-- Most keys are plain, and these are read quickly. The body is parsed here, so that no search path is needed later.
create function spelling_key(spelling text) returns text
language sql immutable strict parallel safe
return case
  when spelling ~ '^[!-~]*$' then lower(spelling collate "C")
  else lower(upper(trim(regexp_replace(
         regexp_replace(normalize(spelling, NFKC),
           '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]',
           '', 'g'),
         '[\u0009-\u000d\u0020\u0085\u1680\u2000-\u200a\u2028\u2029]+', ' ', 'g')) collate natural_order)) collate "C"
end;
-- Also for the web server, whose changes of an invoice maintain the index.
grant execute on function spelling_key(text) to portal_app, portal_system;
