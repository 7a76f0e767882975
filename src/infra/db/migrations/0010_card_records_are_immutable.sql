create trigger card_records_are_immutable before update or delete or truncate on card_records
  for each statement execute function refuse_change();
